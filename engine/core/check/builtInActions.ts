/** Buttons that every screen may have. */
export const builtInActions = ['add', 'edit', 'view', 'delete', 'export', 'import', 'attach', 'print', 'download']
