import { roles } from '#shared/values/colours.ts';

const [button] = roles.saffron;
const [onButton] = roles['on-saffron'];

/** The stylesheet of the pages, in the browser's light or dark colours. The edge's policy contains its hash. */
export const pageStyle =
  ':root{color-scheme:light dark;font:1.0625rem/1.5 system-ui,sans-serif}' +
  'body{margin:0;padding:1.5rem 1rem;background:Canvas;color:CanvasText}' +
  'main{max-inline-size:32rem;margin-inline:auto}' +
  'img{inline-size:100%;block-size:auto;border-radius:1rem}' +
  'h1{font-size:1.5rem;line-height:1.25;overflow-wrap:anywhere}' +
  'ul{padding-inline-start:1.25rem}' +
  'a{display:inline-block;padding-block:.75rem;color:inherit;font-weight:600}' +
  'button{border:0;padding-block:.75rem;font:inherit;font-weight:600}' +
  `.main{padding-inline:1.5rem;border-radius:.75rem;background:${button};color:${onButton};text-decoration:none}`;
