import { Link } from 'react-router-dom';
import { brand, legalEntity } from '#shared/brand.ts';
import { longDay } from '#shared/time.ts';

export function TermsPage() {
  return (
    <article className="container page prose">
      <h1 tabIndex={-1}>Conditions générales</h1>
      <p className="muted">Dernière modification : {longDay(legalEntity.lastChanged)}</p>

      <h2>1. Le service</h2>
      <p>
        {brand.name} met en relation des particuliers : des expéditeurs publient un colis à envoyer, des voyageurs
        publient leur trajet. {brand.name} n'est pas transporteur, ne prend pas les colis en charge et n'est pas partie
        à l'accord conclu entre les membres. Le service est exploité par {legalEntity.name}, {legalEntity.address},{' '}
        {legalEntity.email}.
      </p>

      <h2>2. L'inscription et la vérification</h2>
      <p>
        L'inscription est gratuite et réservée aux personnes majeures. Chaque membre fournit une pièce d'identité et une
        photo de son visage, contrôlées par un administrateur sous 24 à 48 heures. Un compte est personnel : son mot de
        passe ne se partage pas. Un profil peut être refusé ou bloqué ; le motif est alors communiqué au membre.
      </p>

      <h2>3. Les colis et les trajets</h2>
      <p>
        Chaque colis et chaque trajet est validé par un administrateur avant d'être visible. Les membres décrivent le
        contenu, le poids et la valeur avec exactitude. L'expéditeur accepte que le voyageur ouvre le colis et en
        vérifie le contenu avant de le prendre ; le voyageur peut toujours refuser un colis.
      </p>

      <h2>4. Ce qu'il est interdit d'envoyer</h2>
      <ul>
        <li>les stupéfiants, les armes, les munitions, les explosifs et les produits dangereux ou inflammables ;</li>
        <li>
          les contrefaçons, les biens volés et tout objet dont la possession est interdite au départ ou à l'arrivée ;
        </li>
        <li>l'argent liquide, les titres, les métaux précieux et les documents d'identité d'autrui ;</li>
        <li>
          les médicaments soumis à autorisation, les animaux, les végétaux et les denrées dont l'importation est
          interdite ;
        </li>
        <li>les colis fermés dont le voyageur ne peut pas voir le contenu.</li>
      </ul>

      <h2>5. La douane</h2>
      <p>
        Celui qui passe une frontière avec un colis en répond devant la douane. L'expéditeur remet au voyageur la liste
        du contenu et sa valeur ; le voyageur déclare ce qui doit l'être et respecte les franchises des pays traversés.
        Les droits et taxes éventuels sont à la charge de l'expéditeur, sauf accord contraire.
      </p>

      <h2>6. La remise et les preuves</h2>
      <p>
        La prise en charge et la livraison sont constatées par des photos datées, visibles de l'expéditeur, du voyageur
        et des administrateurs. Rencontrez-vous dans un lieu public et gardez vos échanges dans la messagerie du
        service.
      </p>

      <h2>7. La responsabilité</h2>
      <p>
        Les membres répondent entre eux de l'exécution de leur accord. {brand.name} répond du bon fonctionnement du
        service, dans les limites prévues par la loi. Rien dans ces conditions n'écarte les droits que la loi garantit
        aux consommateurs.
      </p>

      <h2>8. Vos données</h2>
      <p>
        La <Link to="/privacy">politique de confidentialité</Link> explique quelles données sont traitées, pourquoi et
        combien de temps.
      </p>

      <h2>9. Les données géographiques</h2>
      <p>
        Les noms de lieux proviennent de <a href="https://www.geonames.org">GeoNames</a>, sous licence{' '}
        <a href="https://creativecommons.org/licenses/by/4.0/deed.fr">Creative Commons Attribution 4.0</a>.
      </p>
    </article>
  );
}
