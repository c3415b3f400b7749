import { createElement, type SVGProps } from 'react';

/** The format of Lucide's files: the elements of a drawing of 24 by 24. */
interface Drawing {
  readonly node: readonly (readonly [name: string, attributes: Readonly<Record<string, string>>])[];
}
type IconProps = SVGProps<SVGSVGElement> & { readonly size?: number };

/**
 * Makes the icon of a drawing, instead of Lucide's own `createLucideIcon` (the alias is in `vite.config.ts`, the
 * measurement in decision 023).
 */
// oxlint-disable-next-line import/no-default-export -- Lucide's files import it as such.
export default function createLucideIcon({ node }: Drawing) {
  const children = node.map(([name, attributes]) => createElement(name, attributes));
  return ({ size = 24, ...props }: IconProps) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...props,
      },
      children,
    );
}
