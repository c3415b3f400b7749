import { useQuery } from '@tanstack/react-query';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPart } from '#test/support/render-page.tsx';
import { Loading } from '#web/ui/skeleton.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

test('after 8 seconds without an answer the page shows it, and its button tries again', async () => {
  const answers = [new Promise<string>(() => {}), Promise.resolve('Trois colis')];
  const ask = vi.fn<() => Promise<string>>(() => answers.shift() ?? Promise.resolve('?'));
  function List() {
    const { data } = useQuery({ queryKey: ['list'], queryFn: ask });
    return data ? <p>{data}</p> : <Loading>…</Loading>;
  }
  renderPart(<List />);
  await pass(7_900);
  expect(screen.queryByText("C'est long…")).toBeNull();
  await pass(100);
  expect(screen.getByText("C'est long…")).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  await pass(10);
  expect(screen.getByText('Trois colis')).toBeVisible();
  expect(ask).toHaveBeenCalledTimes(2);
});
