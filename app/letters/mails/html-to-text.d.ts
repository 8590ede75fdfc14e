/** It comes without types; what is used of it here. */
declare module 'html-to-text' {
  export function compile(options: object): (html: string) => string;
}
