/** What endpoints of our own code answer in the preview, where a page cannot be drawn over an empty answer; by the name of the handler. */
export const sampleHandlers: Readonly<Record<string, object>> = {
  rolePermissions: { version: 1, tree: [], menuPermissions: [] },
}
