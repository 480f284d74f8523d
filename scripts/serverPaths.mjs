/** Beginnings of addresses that the server answers, and no page. */
export const serverPaths = ['/api', '/login', '/uccas', '/ucmanage', '/userLogin', '/file']
