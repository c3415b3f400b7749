import { Link } from 'react-router-dom';
import { forbiddenGoods, seenContents } from '#shared/parcels/words.ts';
import { yearPrice } from '#shared/receipts/words.ts';
import { paths } from '#shared/site/paths.ts';
import { Points } from '#web/features/site/chapters.tsx';
import { Customs } from '#web/features/site/customs.tsx';
import { operator } from '#web/features/site/operator.ts';
import { Button } from '#web/ui/button.tsx';
import '#web/features/site/site.css';

type Step = readonly [title: string, text: string];

const sending: readonly Step[] = [
  [
    'Publiez votre colis',
    "Liste du contenu, poids, taille, ville de départ et d'arrivée, date limite, une photo. Il apparaît après validation, sous 24 à 48 heures.",
  ],
  [
    'Trouvez un voyageur',
    "Parcourez les trajets, écrivez, ou attendez les propositions. Mettez-vous d'accord sur le prix et le lieu dans la conversation, puis choisissez votre transporteur.",
  ],
  [
    'Confiez le colis',
    'Ouvrez-le ensemble, refermez-le ensemble. Le voyageur photographie le colis : la récupération est datée.',
  ],
  [
    "Suivez jusqu'à la livraison",
    "La page de suivi avance à chaque étape, jusqu'à la photo de la livraison. Laissez ensuite un avis.",
  ],
];

const transporting: readonly Step[] = [
  [
    'Publiez votre trajet',
    'Villes, date, moyen de transport, poids et taille que vous acceptez. Il apparaît après validation, sous 24 à 48 heures.',
  ],
  [
    'Choisissez vos colis',
    "Proposez de livrer les colis qui vont sur votre trajet, mettez-vous d'accord sur le prix, acceptez ce qui vous va et refusez le reste.",
  ],
  [
    'Vérifiez et récupérez',
    "Regardez ce que contient le colis avant de l'accepter : à la frontière, c'est vous qui en répondez. Une photo, et le colis est récupéré.",
  ],
  [
    'Livrez et soyez payé',
    "Une photo prouve la livraison. L'expéditeur vous paie directement, comme vous l'avez décidé ensemble.",
  ],
];

export function HowItWorksPage() {
  return (
    <div className="container page stack stack--wide how-it-works">
      <header className="stack">
        <h1 tabIndex={-1}>Comment ça marche</h1>
        <p className="lead">Quatre étapes pour envoyer, quatre pour transporter, et les mêmes règles pour tous.</p>
      </header>
      <div className="tracks">
        <Track title="Envoyer un colis" steps={sending} to={paths.sendParcel} action="Publier un colis" />
        <Track
          title="Transporter un colis"
          steps={transporting}
          to={paths.transportParcel}
          action="Proposer un trajet"
        />
      </div>
      <article className="prose">
        <h2 id="verification">Ce que veut dire « vérifié »</h2>
        <p>
          Un administrateur a comparé la pièce d'identité du membre et la photo de son visage. Il a vu une personne et
          un document qui vont ensemble ; il ne garantit pas ses actes. Regardez aussi ses avis, et fiez-vous à vos
          échanges. Les documents ne sont vus que par les administrateurs, et chaque consultation est notée dans un
          registre.
        </p>
        <h2 id="interdits">Ce qui ne peut pas voyager</h2>
        <Points of={forbiddenGoods} />
        <p>{seenContents}</p>
        <h2 id="douane">La douane entre la France et l'Algérie</h2>
        <Customs />
        <h2 id="prix">Le prix</h2>
        <p>
          Vous le fixez ensemble, et vous vous payez directement. La page{' '}
          <Link to={paths.paymentMethods}>Moyen de paiement</Link> présente l'abonnement annuel de{' '}
          {yearPrice(operator.subscriptionEuro)}, et dit si le service est encore gratuit.
        </p>
        <p>
          D'autres questions ? <Link to={paths.faq}>Les réponses sont ici</Link>.
        </p>
      </article>
    </div>
  );
}

function Track(props: { title: string; steps: readonly Step[]; to: string; action: string }) {
  return (
    <section className="card card--roomy stack" aria-label={props.title}>
      <h2>{props.title}</h2>
      <ol className="track">
        {props.steps.map(([title, text]) => (
          <li key={title}>
            <h3>{title}</h3>
            <p className="muted">{text}</p>
          </li>
        ))}
      </ol>
      <Button as={Link} variant="primary" to={props.to}>
        {props.action}
      </Button>
    </section>
  );
}
