import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPart } from '#test/support/render-page.tsx';
import { FileField } from '#web/forms/files/file-field.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

afterEach(() => vi.restoreAllMocks());

function Form({ onSent }: { onSent?: (name: string | undefined) => void }) {
  const [file, setFile] = useState<File>();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSent?.(file?.name);
      }}
    >
      <FileField name="photo" label="Photo" kind="parcel_file" value={file} onChange={setFile} />
      <SubmitButton>Envoyer</SubmitButton>
    </form>
  );
}
const choose = (file: File) => fireEvent.change(screen.getByLabelText(/^Photo/), { target: { files: [file] } });
const aPdf = (name: string) => new File(['%PDF-1.7\n%%EOF'], name, { type: 'application/pdf' });

/** A file whose bytes arrive when the test decides, as for a large picture. */
function slow(file: File) {
  const { promise, resolve } = Promise.withResolvers<ArrayBuffer>();
  const bytes = file.arrayBuffer();
  file.arrayBuffer = () => promise;
  return { file, ready: async () => resolve(await bytes) };
}

test('a file that is chosen later stays, although an earlier one takes longer to prepare', async () => {
  renderPart(<Form />);
  const first = slow(aPdf('grand.pdf'));
  choose(first.file);
  choose(aPdf('petit.pdf'));
  expect(await screen.findByText('petit.pdf')).toBeVisible();
  await act(first.ready);
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(screen.getByText('petit.pdf')).toBeVisible();
  expect(screen.queryByText('grand.pdf')).toBeNull();
});

test('a file that is removed while another is prepared stays removed', async () => {
  renderPart(<Form />);
  choose(aPdf('petit.pdf'));
  await screen.findByText('petit.pdf');
  const second = slow(aPdf('grand.pdf'));
  choose(second.file);
  fireEvent.click(screen.getByRole('button', { name: /^Supprimer/ }));
  await act(second.ready);
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(screen.queryByText(/\.pdf$/)).toBeNull();
  expect(screen.queryByText('Préparation de la photo…')).toBeNull();
});

test('a file that cannot be prepared is told at its field, and nothing waits for it', async () => {
  renderPart(<Form />);
  const broken = aPdf('recu.pdf');
  broken.arrayBuffer = () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  };
  choose(broken);
  await waitFor(() => expect(screen.getByText(/« recu\.pdf » n'a pas pu être préparé\./)).toBeVisible());
  expect(screen.queryByText('Préparation de la photo…')).toBeNull();
});

test('a press while a file is being prepared sends the form once, with the file', async () => {
  const sent: (string | undefined)[] = [];
  renderPart(<Form onSent={(name) => sent.push(name)} />);
  const photo = slow(aPdf('photo.pdf'));
  choose(photo.file);
  const button = screen.getByRole('button', { name: 'Envoyer' });
  fireEvent.click(button);
  fireEvent.click(button);
  expect(button).toHaveAttribute('aria-busy', 'true');
  expect(sent).toEqual([]);
  await act(photo.ready);
  await waitFor(() => expect(sent).toEqual(['photo.pdf']));
});

test('a press while a file is being prepared ends when the file is refused at its field', async () => {
  const sent: (string | undefined)[] = [];
  renderPart(<Form onSent={(name) => sent.push(name)} />);
  const page = slow(new File(['%PDF-1.7'], 'recu.pdf', { type: 'application/pdf' }));
  choose(page.file);
  const button = screen.getByRole('button', { name: 'Envoyer' });
  fireEvent.click(button);
  await act(page.ready);
  await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'));
  expect(screen.getByText(/^« recu\.pdf » n'est pas un PDF lisible/)).toBeVisible();
  expect(sent).toEqual([]);
});
