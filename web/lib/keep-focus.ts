import type { MouseEvent } from 'react';

/**
 * `onMouseDown` of a control that must not move during a press: a field that loses the focus may show an error, and
 * everything below it moves before the press has ended.
 */
export const keepFocus = (event: MouseEvent): void => event.preventDefault();
