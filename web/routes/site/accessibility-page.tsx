import { Link } from 'react-router-dom';
import { paths, withQuery } from '#shared/site/paths.ts';
import { Points } from '#web/features/site/chapters.tsx';

/** `/accessibility`: what is done and known. It claims no conformity, because no outsider has examined the site. */
export function AccessibilityPage() {
  return (
    <article className="container page prose">
      <h1 tabIndex={-1}>Accessibilité</h1>
      <p className="lead">
        Ce site est fait pour être lu et utilisé par tous, avec un téléphone, un clavier ou un lecteur d'écran. Il n'a
        pas encore été audité par un organisme extérieur.
      </p>
      <h2>Ce que nous faisons</h2>
      <Points
        of={[
          'Chaque page se parcourt au clavier, et le bouton ou le champ actif est toujours visible ;',
          'les couleurs sont contrastées, en clair comme en sombre, et aucune information ne passe par la couleur seule ;',
          "les textes grandissent avec les réglages de votre appareil, sans que rien ne sorte de l'écran ;",
          'les champs ont un nom, et chaque erreur est écrite à côté du champ ;',
          'les animations se taisent si votre appareil le demande.',
        ]}
      />
      <p>Un outil automatique le vérifie à chaque version (règles WCAG 2.1, niveau AA).</p>
      <h2>Ce qui peut encore gêner</h2>
      <Points
        of={[
          "Les photos et documents que les membres envoient n'ont pas de description ;",
          'les fichiers PDF sont affichés par votre navigateur, tels que leur auteur les a faits.',
        ]}
      />
      <h2>Nous le dire</h2>
      <p>
        Quelque chose vous bloque ? <Link to={withQuery(paths.contact, { topic: 'other' })}>Écrivez-nous</Link> : nous
        vous répondons et vous donnons l'information d'une autre façon. Sans réponse de notre part, vous pouvez saisir
        le <a href="https://www.defenseurdesdroits.fr">Défenseur des droits</a>.
      </p>
    </article>
  );
}
