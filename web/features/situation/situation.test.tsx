import { useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { Stage } from '#shared/situation/contract.ts';
import { stageLabels } from '#shared/situation/words.ts';
import { aCard, anOffer, aParcel, type ToldParcel } from '#test/support/factories.ts';
import { type Asked, fakeApi } from '#test/support/fake-api.ts';
import { renderPart } from '#test/support/render-page.tsx';
import { parcelsQuery } from '#web/features/parcels/api.ts';
import { SituationSentence } from '#web/features/situation/sentence.tsx';
import { StageBadge } from '#web/features/situation/stage-badge.tsx';
import { askAtEnds } from '#web/lib/api/ends.ts';
import { queryClient } from '#web/lib/api/query.ts';

afterEach(() => void vi.useRealTimers());

test('each stage has one badge; those that wait for others and those that are paused look different', () => {
  renderPart(Stage.options.map((stage) => <StageBadge key={stage} of={{ stage }} />));
  const looks = Stage.options.map((stage) => {
    const badge = screen.getByText(stageLabels[stage]).closest('.status-badge');
    return [stage, `${badge?.className} ${badge?.querySelector('svg')?.outerHTML}`] as const;
  });
  const look = Object.fromEntries(looks);
  expect(look['paused']).not.toBe(look['review']);
  expect(look['paused']).not.toBe(look['listed']);
  expect(look['refused']).not.toBe(look['overdue']);
});

const karim = aCard({ id: 'karim', firstName: 'كريم' });
const at = '2026-11-30T07:05:00.000Z';
const told: ToldParcel = {
  carrier: karim,
  status: 'accepted_for_delivery',
  assignedAt: '2026-11-29T13:05:00.000Z',
  now: Date.parse(at),
};

test('a sentence keeps its direction and its names, and shows moments of this device', () => {
  const { situation } = aParcel(told);
  if (!situation) throw new Error('An owner reads the situation');
  renderPart(<SituationSentence parcelId="p1" situation={situation} people={{ partner: karim }} />);
  const name = screen.getByText('كريم');
  expect(name).toHaveAttribute('translate', 'no');
  expect(name.parentElement).toHaveAttribute('dir', 'ltr');
  // In Montreal, where tests run.
  expect(name.parentElement).toHaveTextContent(
    "كريم propose de le transporter : choisissez ce transporteur, ou refusez jusqu'au mar. 1er déc. à 08:05.",
  );
});

function Reader() {
  const { data } = useQuery(parcelsQuery('readParcel', { params: { parcelId: 'p1' } }));
  return (
    data?.situation && <SituationSentence parcelId="p1" situation={data.situation} people={{ partner: data.carrier }} />
  );
}

/** The page of another file may still ask for something, because files share their worker. */
const ofReader = (asked: readonly Asked[]) => asked.filter(({ params }) => params['parcelId'] === 'p1');

test('the page asks again when what waits has ended by the time of the server, whatever the clock here', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse('2031-01-01') });
  onTestFinished(askAtEnds(queryClient));
  const asked = fakeApi({ readParcel: () => aParcel(ofReader(asked).length > 1 ? {} : told) });
  renderPart(<Reader />);
  expect(await screen.findByText(/choisissez ce transporteur/)).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(29 * 3_600_000));
  expect(ofReader(asked)).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(3_600_000));
  expect(await screen.findByText(/attendez qu'on vous propose/)).toBeVisible();
  expect(ofReader(asked)).toHaveLength(2);
});

test('an answer whose time was over is not asked for again and again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(askAtEnds(queryClient));
  const offer = anOffer({ until: '2026-12-01T13:05:00.000Z' });
  const late = { ...told, now: Date.parse('2026-12-01T13:06:00.000Z'), offer };
  const asked = fakeApi({ readParcel: () => aParcel(late) });
  renderPart(<Reader />);
  expect(await screen.findByText('La proposition a expiré sans réponse.')).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(ofReader(asked)).toHaveLength(1);
});
