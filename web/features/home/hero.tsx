import { Link } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { brand } from '#shared/values/brand.ts';
import crossing from '#web/features/home/crossing.svg';
import { Button } from '#web/ui/button.tsx';

export function Hero() {
  return (
    <section className="hero">
      <div className="container hero__inner">
        <div className="hero__words">
          <h1>Envoyez un colis en Algérie, ou en France, avec quelqu'un qui fait le voyage</h1>
          <p className="hero__tagline">{brand.tagline}</p>
          <HeroWays />
        </div>
        <CrossingPicture />
      </div>
    </section>
  );
}

export const HeroWays = () => (
  <div className="hero__ways">
    <Button as={Link} variant="accent" to={paths.sendParcel}>
      Envoyer un colis
    </Button>
    <Button as={Link} className="hero__second" to={paths.transportParcel}>
      Transporter un colis
    </Button>
  </div>
);

export const CrossingPicture = () => (
  <svg className="hero__picture" viewBox="0 0 520 300" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
    <use href={`${crossing}#crossing`} />
  </svg>
);
