import type { MouseEvent } from 'react';

/**
 * `onMouseDown` of what must stay where it is while it is pressed: a field that loses the focus may say something, and
 * what stands below it moves before the press has ended.
 */
export const keepFocus = (event: MouseEvent): void => event.preventDefault();
