import type { Plugin } from 'vite'

const styleLinks = /\n?\s*<link rel="stylesheet"[^>]*>/g

/**
 * Moves the stylesheets of the built page behind what stands in its body: a browser draws nothing that comes after a stylesheet before it has got it,
 * and on a slow line the window would stay white meanwhile. The program itself waits for them as before.
 */
export function stylesLast(): Plugin {
  return {
    name: 'styles-last',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const links = html.match(styleLinks) ?? []
        return html.replaceAll(styleLinks, '').replace(/\s*<\/body>/, `${links.join('')}\n  </body>`)
      },
    },
  }
}
