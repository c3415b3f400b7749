import type { ReactNode } from 'react';

/** The states of a part, each by its name. */
export type Examples = Readonly<Record<string, ReactNode>>;

export const nothing = (): void => {};
