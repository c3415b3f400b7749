import type { Page } from 'playwright-core';
import { box, button } from '../../support/pages/controls.ts';
import type { Width } from '../../support/widths.ts';
import type { Staged } from '../arrive.ts';

/** A screen in one of its states: the address, then what brings the state about. */
export type Screen = readonly [path: string, state?: string, bring?: (page: Page) => Promise<unknown>, more?: More];
/** `fails`: the answers of these addresses do not come, as during a failure of the service. */
interface More extends Staged {
  readonly only?: readonly Width[];
}

export const press = (name: string | RegExp) => (page: Page) => button(page, name).first().click();
export const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor();
export const open = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page);
  await dialog(page);
};
export const says = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor();
export const fill = (page: Page, name: string | RegExp, text: string) => box(page, name).fill(text);
