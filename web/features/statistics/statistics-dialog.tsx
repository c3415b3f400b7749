import '#web/features/statistics/statistics.css';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type Statistics, StatisticsPeriod } from '#shared/deliveries/statistics.ts';
import { weightText } from '#shared/parcels/words.ts';
import { dateText } from '#shared/values/formats.ts';
import { dayMs, dayOf } from '#shared/values/time.ts';
import { deliveriesQuery } from '#web/features/deliveries/api.ts';
import { SelectField } from '#web/forms/text-field.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

/** One bar: several days, a month or a year. */
interface Bin {
  label: string;
  sent: number;
  carried: number;
}

const daysOfBin = 6;
const binsOfMonth = 5;

const shortDate = (day: string) => dateText(new Date(day), { day: 'numeric', month: 'short', timeZone: 'UTC' });
const shortMonth = (month: string) =>
  dateText(new Date(`${month}-01`), { month: 'short', year: '2-digit', timeZone: 'UTC' });

/** The bars of a period, oldest first, including empty ones: five groups of days, twelve months, or the years. */
export function binsOf(steps: Statistics['steps'], period: StatisticsPeriod, now = Date.now()): Bin[] {
  const bin = (label: string, holds: (at: string) => boolean): Bin => {
    const held = steps.filter(({ at }) => holds(at));
    const sum = (name: 'sent' | 'carried') => held.reduce((total, step) => total + step[name], 0);
    return { label, sent: sum('sent'), carried: sum('carried') };
  };
  const today = dayOf(now);
  if (period === '30d')
    return Array.from({ length: binsOfMonth }, (_, at) => {
      const end = now - (binsOfMonth - 1 - at) * daysOfBin * dayMs;
      const [from, to] = [dayOf(end - (daysOfBin - 1) * dayMs), dayOf(end)];
      return bin(`${shortDate(from)} – ${shortDate(to)}`, (day) => day >= from && day <= to);
    });
  const [year = 0, month = 1] = today.split('-').map(Number);
  if (period === '12m')
    return Array.from({ length: 12 }, (_, at) => {
      const named = new Date(Date.UTC(year, month - 12 + at, 1)).toISOString().slice(0, 7);
      return bin(shortMonth(named), (one) => one === named);
    });
  const first = Math.min(year, ...steps.map(({ at }) => Number(at.slice(0, 4))));
  return Array.from({ length: year - first + 1 }, (_, at) => {
    const named = String(first + at);
    return bin(named, (one) => one.startsWith(named));
  });
}

interface BarsProps {
  title: string;
  bins: readonly { label: string; count: number }[];
}

const drawing = { width: 320, height: 96, gap: 6 };

/** Counts as bars, and the same as a table for screen readers. */
function Bars({ title, bins }: BarsProps) {
  const id = useId();
  const most = Math.max(1, ...bins.map(({ count }) => count));
  const width = (drawing.width - drawing.gap * (bins.length - 1)) / bins.length;
  return (
    <figure className="bars" aria-labelledby={id}>
      <figcaption id={id}>{title}</figcaption>
      <svg viewBox={`0 0 ${drawing.width} ${drawing.height + 18}`} aria-hidden="true">
        {bins.map(({ label, count }, at) => {
          const height = Math.max(2, (count / most) * drawing.height);
          const x = at * (width + drawing.gap);
          return (
            <g key={label}>
              <rect x={x} y={18 + drawing.height - height} width={width} height={height} rx="2" />
              {count > 0 && (
                <text x={x + width / 2} y={12 + drawing.height - height} textAnchor="middle">
                  {count}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <p className="bars__ends small muted" aria-hidden="true">
        <span>{bins[0]?.label}</span>
        {bins.length > 1 && <span>{bins.at(-1)?.label}</span>}
      </p>
      <details>
        <summary>Voir en tableau</summary>
        <table className="bars__table">
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">Période</th>
              <th scope="col">{title}</th>
            </tr>
          </thead>
          <tbody>
            {bins.map(({ label, count }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td className="numeric">{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

const periodLabels: Readonly<Record<StatisticsPeriod, string>> = {
  '30d': '30 derniers jours',
  '12m': '12 derniers mois',
  all: 'Depuis le début',
};

/** « Statistiques » (product 2.2): a member's figures as sender and as carrier. */
export function StatisticsDialog({ onClose }: { onClose: () => void }) {
  const [period, setPeriod] = useState<StatisticsPeriod>('30d');
  const reading = useQuery(deliveriesQuery('myStatistics', { query: { period } }));
  return (
    <Dialog open size="large" title="Statistiques" onClose={onClose}>
      <div className="stack">
        <SelectField
          label="Période"
          name="period"
          optional="silent"
          options={StatisticsPeriod.options.map((value) => [value, periodLabels[value]] as const)}
          value={period}
          onChange={({ target }) => setPeriod(StatisticsPeriod.parse(target.value))}
        />
        {reading.isError && <LoadFailed error={reading.error} onRetry={() => void reading.refetch()} />}
        {reading.isPending && (
          <Loading>
            <Skeleton height="20rem" />
          </Loading>
        )}
        {reading.data && <Figures statistics={reading.data} period={period} />}
      </div>
    </Dialog>
  );
}

/** An unknown value is a dash, never a false 0 (rule 20). */
const unknown = (
  <>
    <span aria-hidden="true">—</span>
    <span className="visually-hidden">Inconnu</span>
  </>
);
const number = (value: number) => value.toLocaleString('fr-FR');

function Figures({
  statistics: { sender, carrier, steps },
  period,
}: {
  statistics: Statistics;
  period: StatisticsPeriod;
}) {
  const bins = binsOf(steps, period);
  const isNew = steps.length === 0 && sender.waiting + sender.inTransit + carrier.trips === 0;
  return (
    <>
      {isNew && (
        <p className="card">
          Rien sur cette période pour le moment. Dès que vous publiez un colis ou un trajet, ou qu'une livraison arrive,
          vous voyez ici combien, en combien de temps et à quelle date.
        </p>
      )}
      <div className="statistics-pair">
        <section className="stack" aria-labelledby="as-sender">
          <h3 id="as-sender">Comme expéditeur</h3>
          <Facts
            facts={{
              'Colis publiés': number(sender.published),
              'En attente': number(sender.waiting),
              'En transit': number(sender.inTransit),
              Livrés: number(sender.delivered),
              'Délai moyen': sender.meanDays === undefined ? unknown : daysText(sender.meanDays),
            }}
          />
          <Bars title="Colis livrés" bins={bins.map(({ label, sent }) => ({ label, count: sent }))} />
        </section>
        <section className="stack" aria-labelledby="as-carrier">
          <h3 id="as-carrier">Comme transporteur</h3>
          <Facts
            facts={{
              'Trajets effectués': number(carrier.trips),
              Livraisons: number(carrier.delivered),
              'Kilos transportés': weightText(carrier.grams),
              "À l'heure": carrier.delivered === 0 ? unknown : `${carrier.onTime} sur ${carrier.delivered}`,
              Note: carrier.rating === undefined ? unknown : `${number(carrier.rating)} / 5`,
            }}
          />
          <Bars title="Livraisons faites" bins={bins.map(({ label, carried }) => ({ label, count: carried }))} />
        </section>
      </div>
      <p className="small muted">
        « En attente » et « En transit » disent où en sont vos colis maintenant. Le délai va de la récupération à la
        livraison ; une livraison est à l'heure jusqu'à la date limite du colis.
      </p>
    </>
  );
}

const daysText = (days: number) => (days < 1 ? "Moins d'un jour" : `${number(days)} ${days >= 2 ? 'jours' : 'jour'}`);
