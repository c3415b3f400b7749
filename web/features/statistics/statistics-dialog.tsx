import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Statistics, StatisticsPeriod } from '#shared/deliveries/statistics.ts';
import { weightText } from '#shared/parcels/words.ts';
import { deliveriesQuery } from '#web/features/deliveries/api.ts';
import { Bars } from '#web/features/statistics/bars.tsx';
import { binsOf } from '#web/features/statistics/bins.ts';
import { SelectField } from '#web/forms/text-field.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import '#web/features/statistics/statistics.css';

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
            facts={[
              ['Colis publiés', number(sender.published)],
              ['En attente', number(sender.waiting)],
              ['En transit', number(sender.inTransit)],
              ['Livrés', number(sender.delivered)],
              ['Délai moyen', sender.meanDays === undefined ? unknown : daysText(sender.meanDays)],
            ]}
          />
          <Bars title="Colis livrés" bins={bins.map(({ label, sent }) => ({ label, count: sent }))} />
        </section>
        <section className="stack" aria-labelledby="as-carrier">
          <h3 id="as-carrier">Comme transporteur</h3>
          <Facts
            facts={[
              ['Trajets effectués', number(carrier.trips)],
              ['Livraisons', number(carrier.delivered)],
              ['Kilos transportés', weightText(carrier.grams)],
              ["À l'heure", carrier.delivered === 0 ? unknown : `${carrier.onTime} sur ${carrier.delivered}`],
              ['Note', carrier.rating === undefined ? unknown : `${number(carrier.rating)} / 5`],
            ]}
          />
          <Bars title="Livraisons faites" bins={bins.map(({ label, carried }) => ({ label, count: carried }))} />
        </section>
      </div>
      <p className="small muted">
        « En attente » et « En transit » disent où en sont vos colis maintenant. Le délai va du ramassage à la livraison
        ; une livraison est à l'heure jusqu'à la date limite du colis.
      </p>
    </>
  );
}

const daysText = (days: number) => (days < 1 ? "Moins d'un jour" : `${number(days)} ${days >= 2 ? 'jours' : 'jour'}`);
