import { useQuery } from '@tanstack/react-query';
import { Camera, Package, Plane, Search, ShieldCheck, Star } from 'lucide-react';
import { type FormEvent, type ReactNode, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { paths, withQuery } from '#shared/site/paths.ts';
import { corridorsQuery } from '#web/features/corridors/api.ts';
import { CorridorList } from '#web/features/corridors/corridor-list.tsx';
import { Hero } from '#web/features/home/hero.tsx';
import { MarketPart, MarketSkeletons, marketParts } from '#web/features/home/market-part.tsx';
import { searchQuery } from '#web/features/search/api.ts';
import { ParcelCard } from '#web/features/search/parcel-card.tsx';
import { TripSummary } from '#web/features/search/trip-summary.tsx';
import { Advertisements } from '#web/features/site/advertisements.tsx';
import { lazyPart } from '#web/lib/load-part.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import '#web/routes/site/home.css';
import { farDay, isDay, isFar } from '#shared/values/time.ts';
import { tidyLine } from '#shared/values/typed/characters.ts';
import { DateField } from '#web/forms/date/date-field.tsx';
import { TextField } from '#web/forms/text-field.tsx';

const Resume = lazyPart(() => import('#web/features/home/resume.tsx').then((file) => file.Resume));

/** `/` (product 1.2): for members, open matters are before everything else. */
export function HomePage() {
  const { status, me } = useSession();
  return (
    <div className="home">
      {me ? (
        <Suspense fallback={<Hero />}>
          <Resume me={me} instead={<Hero />} />
        </Suspense>
      ) : (
        <Hero />
      )}
      <div className="container home__sections">
        <SearchStrip />
        <Market />
        <EntryCards />
        <HowItWorks />
        <Trust />
        <Advertisements position="home" />
      </div>
      {status === 'visitor' && <SignUpBanner />}
    </div>
  );
}

const entries = [
  {
    to: paths.sendParcel,
    icon: Package,
    title: 'Envoyer ou recevoir un colis',
    text: 'Publiez votre colis et trouvez un transporteur fiable.',
    action: 'Publier un colis',
  },
  {
    to: paths.transportParcel,
    icon: Plane,
    title: 'Transporter un colis',
    text: "Proposez votre trajet et gagnez de l'argent.",
    action: 'Proposer un trajet',
  },
  {
    to: paths.findParcels,
    icon: Search,
    title: 'Colis et trajets disponibles',
    text: 'Voyez les colis à transporter et les trajets proposés.',
    action: 'Voir les annonces',
  },
];

function EntryCards() {
  return (
    <section aria-labelledby="entries">
      <h2 id="entries">Que souhaitez-vous faire ?</h2>
      <ul className="card-grid entry-cards">
        {entries.map(({ to, icon: Icon, title, text, action }) => (
          <li key={to} className="card entry-card">
            <span className="entry-card__icon">
              <Icon size={24} aria-hidden="true" />
            </span>
            <h3>
              <Link to={to} className="entry-card__link">
                {title}
              </Link>
            </h3>
            <p className="muted">{text}</p>
            <span className="entry-card__action" aria-hidden="true">
              {action} →
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const steps = [
  ['Publiez', 'Décrivez votre colis ou votre trajet. Notre équipe valide chaque annonce en 24 à 48 heures.'],
  [
    "Mettez-vous d'accord",
    'Échangez par la messagerie, choisissez votre voyageur ou votre expéditeur, et convenez du rendez-vous.',
  ],
  [
    "Suivez jusqu'à la livraison",
    "Une photo au départ, une photo à l'arrivée : vous savez où en est votre colis à chaque étape.",
  ],
] as const;

function HowItWorks() {
  return (
    <section aria-labelledby="how">
      <h2 id="how">Comment ça marche</h2>
      <ol className="steps">
        {steps.map(([title, text], index) => (
          <li key={title}>
            <span className="steps__number" aria-hidden="true">
              {index + 1}
            </span>
            <h3>{title}</h3>
            <p className="muted">{text}</p>
          </li>
        ))}
      </ol>
      <p className="how-more">
        <Link className="lone-link" to={paths.howItWorks}>
          Toutes les étapes en détail
        </Link>
      </p>
    </section>
  );
}

const proofs = [
  {
    icon: ShieldCheck,
    title: 'Identité vérifiée',
    text: "Une pièce d'identité et une photo sont contrôlées avant toute livraison.",
  },
  {
    icon: Camera,
    title: 'Photos à chaque étape',
    text: 'La récupération et la livraison sont photographiées et datées.',
  },
  {
    icon: Star,
    title: 'Avis des membres',
    text: 'Les membres se notent entre eux ; après une livraison ensemble, leur avis est marqué « vérifié ».',
  },
];

function Trust() {
  return (
    <section aria-labelledby="trust" className="trust">
      <h2 id="trust">Ce qui protège chacun</h2>
      <ul>
        {proofs.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <Icon size={24} aria-hidden="true" />
            <div>
              <h3>{title}</h3>
              <p className="muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function SignUpBanner() {
  return (
    <section className="sign-up-banner" aria-labelledby="sign-up">
      <div className="container">
        <div>
          <h2 id="sign-up">Prêt pour la traversée ?</h2>
          <p>L'inscription est gratuite. Votre profil est vérifié sous 24 à 48 heures.</p>
        </div>
        <div className="cluster">
          <Button as={Link} variant="accent" to={paths.register}>
            S'inscrire gratuitement
          </Button>
          <Link className="lone-link" to={paths.howItWorks}>
            En savoir plus
          </Link>
        </div>
      </div>
    </section>
  );
}

/** Most cards of a list, and most routes: one glance. */
const shown = 6;

/** The current listings: the first page of each public list, with the search's own query. */
function Market() {
  const trips = useQuery(searchQuery('searchTrips', { query: {} }));
  const parcels = useQuery(searchQuery('searchParcels', { query: {} }));
  return (
    <>
      <MarketPart {...marketParts.trips}>
        <Listed reading={trips} nothing="Aucun départ annoncé pour le moment.">
          {trips.data?.items.slice(0, shown).map((trip) => (
            <TripSummary key={trip.id} trip={trip} to={withQuery(paths.findParcels, { tab: 'trips', trip: trip.id })} />
          ))}
        </Listed>
      </MarketPart>
      <MarketPart {...marketParts.parcels}>
        <Listed reading={parcels} nothing="Aucun colis n'attend de voyageur pour le moment.">
          {parcels.data?.items.slice(0, shown).map((parcel) => (
            <ParcelCard key={parcel.id} parcel={parcel} to={withQuery(paths.findParcels, { parcel: parcel.id })} />
          ))}
        </Listed>
      </MarketPart>
      <Corridors />
    </>
  );
}

interface ListedProps {
  reading: { data?: { items: readonly unknown[] } | undefined; isError: boolean };
  nothing: string;
  children: ReactNode;
}

function Listed({ reading: { data, isError }, nothing, children }: ListedProps) {
  if (isError) return <p className="muted">Cette liste n'a pas pu être chargée.</p>;
  if (!data) return <MarketSkeletons />;
  return data.items.length > 0 ? <ul className="market__cards">{children}</ul> : <p className="muted">{nothing}</p>;
}

function Corridors() {
  const { data } = useQuery(corridorsQuery('readCorridors'));
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-labelledby="corridors">
      <h2 id="corridors">Les trajets du moment</h2>
      <CorridorList corridors={data.items.slice(0, shown)} />
    </section>
  );
}

/** The start of a search: opens /find-parcels with the same filters in its address. */
function SearchStrip() {
  const navigate = useNavigate();
  const [fromCity, setFromCity] = useState('');
  const [toCity, setToCity] = useState('');
  const [date, setDate] = useState('');
  const [dateError, setDateError] = useState<string>();

  const search = (event: FormEvent) => {
    event.preventDefault();
    if (date && !isDay(date)) return setDateError('Cette date est incorrecte. Exemple : 25/12/2026');
    if (isFar(date)) return setDateError(farDay);
    const [from, to] = [tidyLine(fromCity) || undefined, tidyLine(toCity) || undefined];
    void navigate(withQuery(paths.findParcels, { fromCity: from, toCity: to, date: date || undefined }));
  };
  return (
    <form
      className="card search-strip"
      aria-label="Rechercher des colis et des trajets"
      action={paths.findParcels}
      noValidate
      onSubmit={search}
    >
      <TextField
        label="Ville de départ"
        name="fromCity"
        placeholder="Paris"
        optional="silent"
        value={fromCity}
        onChange={(event) => setFromCity(event.target.value)}
      />
      <TextField
        label="Ville d'arrivée"
        name="toCity"
        placeholder="Alger"
        optional="silent"
        value={toCity}
        onChange={(event) => setToCity(event.target.value)}
      />
      <DateField
        label="Date"
        name="date"
        optional="silent"
        value={date}
        error={dateError}
        onChange={(value) => {
          setDate(value);
          setDateError(undefined);
        }}
      />
      <Button type="submit" variant="primary">
        <Search size={20} aria-hidden="true" /> Rechercher
      </Button>
    </form>
  );
}
