import { Link } from 'react-router-dom';
import { DeliveryState } from '#shared/deliveries/contract.ts';
import { deliveryStateLabels } from '#shared/deliveries/words.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import '#web/features/deliveries/lists/delivery-list.css';

interface StateCardsProps {
  /** Absent while they are not known: a false 0 hides work. */
  counts: Readonly<Record<DeliveryState, number>> | undefined;
  chosen: DeliveryState | undefined;
}

/** The carrier's four cards, each with its count. A press shows only that state, a second press all states. */
export const StateCards = ({ counts, chosen }: StateCardsProps) => (
  <nav aria-label="Livraisons par étape">
    <ul className="state-cards">
      {DeliveryState.options.map((state) => (
        <li key={state}>
          <Link
            className={`card state-card ${state === chosen ? 'state-card--chosen' : ''}`}
            aria-current={state === chosen ? 'true' : undefined}
            to={state === chosen ? paths.deliverySelection : withQuery(paths.deliverySelection, { state })}
            preventScrollReset
          >
            <span className="state-card__count numeric">
              {counts ? (
                counts[state].toLocaleString('fr-FR')
              ) : (
                <>
                  <span aria-hidden="true">–</span>
                  <span className="visually-hidden">Inconnu</span>
                </>
              )}
            </span>{' '}
            {deliveryStateLabels[state]}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
