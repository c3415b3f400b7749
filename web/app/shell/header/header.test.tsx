import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderPart } from '#test/support/render-page.tsx';
import { Account } from './header.tsx';

afterEach(() => document.body.replaceChildren());

const built = (html: string) => document.body.insertAdjacentHTML('afterbegin', html);
const connection = () => screen.queryByRole('link', { name: 'Connexion' });

test('« Connexion » of a document that is already read stays while the session loads, and appears no later again', () => {
  built('<a class="appears-late">Connexion</a>');
  renderPart(<Account />, { session: { status: 'loading' } });
  expect(connection()).toHaveAttribute('href', '/login');
  expect(connection()).not.toHaveClass('appears-late');
});

test('one that the document still hides appears when it would have', () => {
  built('<a class="appears-late" style="visibility: hidden">Connexion</a>');
  renderPart(<Account />, { session: { status: 'loading' } });
  expect(connection()).toHaveClass('appears-late');
});

test('a page without a document of its own does not show it to members whose session loads', () => {
  renderPart(<Account />, { session: { status: 'loading' } });
  expect(connection()).toBeNull();
});
