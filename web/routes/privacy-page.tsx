import { brand, legalEntity } from '#shared/brand.ts';
import { longDay } from '#shared/time.ts';

const kept = [
  ["Pièce d'identité et photo de visage, profil approuvé", '7 jours après la décision'],
  ["Pièce d'identité et photo de visage, profil refusé", '30 jours après la décision'],
  ["Pièce d'identité et photo de visage, sans décision", '90 jours'],
  ['Fichiers envoyés mais jamais utilisés', '24 heures'],
  ['Preuves de livraison', '1 an après la livraison'],
  ['Messages', '2 ans après la dernière activité des deux membres'],
  ["Journal des actes d'administration", '3 ans'],
  ['Sauvegardes techniques', '35 jours au plus'],
] as const;

export function PrivacyPage() {
  return (
    <article className="container page prose">
      <h1 tabIndex={-1}>Politique de confidentialité</h1>
      <p className="muted">Dernière modification : {longDay(legalEntity.lastChanged)}</p>

      <h2>Qui est responsable</h2>
      <p>
        {legalEntity.name}, {legalEntity.address}, {legalEntity.email}, exploite {brand.name} et répond du traitement de
        vos données.
      </p>

      <h2>Ce que nous traitons, et pourquoi</h2>
      <ul>
        <li>votre nom, votre adresse email et votre téléphone : tenir votre compte et vous joindre ;</li>
        <li>votre pièce d'identité et la photo de votre visage : vérifier que vous êtes bien vous ;</li>
        <li>vos colis, vos trajets, vos messages et vos preuves de livraison : rendre le service ;</li>
        <li>des traces techniques (date, adresse IP) : protéger le service contre les abus.</li>
      </ul>
      <p>
        Nous ne vendons aucune donnée, n'affichons aucun traceur publicitaire et n'appelons aucun service tiers dans
        votre navigateur.
      </p>

      <h2>Qui voit quoi</h2>
      <p>
        Votre pièce d'identité et la photo de votre visage ne sont vues que par les administrateurs chargés de la
        vérification ; chaque consultation est inscrite dans un journal. Aucun autre membre n'y a accès, et aucune
        reconnaissance faciale automatique n'est faite. Votre téléphone reste masqué, sauf si vous choisissez de
        l'afficher ou si une livraison en cours vous lie à l'autre membre. Vos messages ne sont lisibles que par les
        deux membres de la conversation.
      </p>

      <h2>Combien de temps</h2>
      <table className="plain-table">
        <caption className="visually-hidden">Durées de conservation</caption>
        <thead>
          <tr>
            <th scope="col">Données</th>
            <th scope="col">Conservées</th>
          </tr>
        </thead>
        <tbody>
          {kept.map(([what, howLong]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{howLong}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>Les fichiers sont ensuite supprimés définitivement. Il reste la date de vérification de votre profil.</p>

      <h2>Où</h2>
      <p>Vos données sont hébergées dans l'Union européenne et chiffrées, en transit comme au repos.</p>

      <h2>Sur votre appareil</h2>
      <p>
        Le site garde sur votre appareil votre session (30 jours si vous le demandez, sinon 12 heures au plus) et vos
        saisies en cours. Ce stockage est nécessaire au service ; il n'y a pas de cookie de mesure ni de publicité.
      </p>

      <h2>Vos droits</h2>
      <p>
        Vous pouvez demander l'accès à vos données, leur rectification, leur effacement, leur portabilité, la limitation
        de leur traitement ou vous y opposer, en écrivant à {legalEntity.email}. Vous pouvez aussi saisir la{' '}
        <a href="https://www.cnil.fr/fr/plaintes">CNIL</a>, ou en Algérie l'ANPDP.
      </p>
    </article>
  );
}
