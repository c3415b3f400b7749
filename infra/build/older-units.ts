interface Declaration {
  readonly prop: string;
  readonly value: string;
  cloneBefore(changes: { value: string }): void;
}
interface Root {
  walkDecls(visit: (declaration: Declaration) => void): void;
}

const dynamic = /(\d)[dsl]v(?=[hwbi]\b|min\b|max\b)/g;

/** Chrome supports `dvh`, the window with its bars, since 108. The same rule in the older unit precedes each use. */
export const olderUnits = {
  postcssPlugin: 'older-units',
  OnceExit(root: Root): void {
    root.walkDecls((declared) => {
      const value = declared.value.replaceAll(dynamic, '$1v');
      if (value !== declared.value && !value.includes('var(')) declared.cloneBefore({ value });
    });
  },
};
