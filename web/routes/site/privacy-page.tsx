import { Link } from 'react-router-dom';
import { deletionDelayDays } from '#shared/account-deletion/rules.ts';
import { paths } from '#shared/site/paths.ts';
import { brand } from '#shared/values/brand.ts';
import { of } from '#shared/values/french.ts';
import { type Chapter, Chapters, Points } from '#web/features/site/chapters.tsx';
import { LegalContact } from '#web/features/site/legal-contact.tsx';
import { operator } from '#web/features/site/operator.ts';
import { deletedByItself } from '#web/features/site/retention-words.ts';

const chapters: readonly Chapter[] = [
  {
    id: 'responsable',
    title: 'Qui est responsable',
    content: (
      <>
        <p>L'exploitant {of(brand.name)} répond du traitement de vos données :</p>
        <LegalContact />
      </>
    ),
  },
  {
    id: 'traitements',
    title: 'Ce que nous traitons, et pourquoi',
    content: (
      <>
        <Points
          of={[
            "votre nom, votre adresse email et votre téléphone, et depuis quand nos emails n'arrivent plus à cette adresse, si c'est le cas : tenir votre compte et vous joindre (exécution du contrat) ;",
            "votre pièce d'identité et la photo de votre visage : vérifier que vous êtes bien vous (sécurité des membres, intérêt légitime) ;",
            'vos colis, vos trajets, vos messages, vos avis et vos preuves de livraison : rendre le service (exécution du contrat) ;',
            'ce que vous déclarez du contenu de vos colis : le voyageur en répond à la douane (exécution du contrat) ; un médicament peut révéler une santé, ne nommez donc personne ;',
            'les prix, poids et trajets convenus pour vos colis : rendre le service (exécution du contrat) ;',
            'vos alertes : vous signaler les annonces qui y correspondent (exécution du contrat) ;',
            "l'adresse de notification de vos appareils, si vous l'activez : leur envoyer un signal (consentement) ;",
            'vos justificatifs de paiement, avec la date et la référence que vous indiquez : vérifier votre paiement et tenir votre abonnement (exécution du contrat) ;',
            'vos signalements, avec ce qui était affiché à ce moment-là, et vos contestations : protéger les membres et vous répondre (obligation légale) ;',
            'ce que vous écrivez par le formulaire de contact : vous répondre (intérêt légitime) ;',
            'les décisions des administrateurs, inscrites dans un journal : pouvoir en répondre (intérêt légitime) ;',
            'des traces techniques (date, adresse IP) : protéger le service contre les abus (intérêt légitime).',
          ]}
        />
        <p>
          Votre nom, votre adresse email et votre téléphone sont obligatoires pour ouvrir un compte ; votre pièce
          d'identité et la photo de votre visage, pour convenir d'une livraison. Le reste est facultatif.
        </p>
        <p>
          Nous ne vendons aucune donnée et n'utilisons aucun traceur. Les publicités sont les mêmes pour tous et leurs
          images viennent de notre site. Votre navigateur ne parle qu'à ce site et aux services d'Amazon Web Services
          qui l'hébergent. Si vous activez les notifications sur un appareil, il reçoit aussi un signal par le service
          de son navigateur (Google, Apple, Mozilla ou Microsoft) : chiffré, sans nom, sans texte et sans lien.
        </p>
      </>
    ),
  },
  {
    id: 'identite',
    title: "Vos documents d'identité",
    content: (
      <>
        <p>
          Votre pièce d'identité et la photo de votre visage ne sont vues que par les administrateurs chargés de la
          vérification. Chaque consultation est inscrite dans un journal, avec son auteur et son heure. Aucun autre
          membre n'y a accès ; vous-même pouvez les remplacer tant qu'elles ne sont pas acceptées, et en recevoir une
          copie avec vos données. Ce sont des personnes qui les regardent : aucune reconnaissance faciale automatique
          n'est faite.
        </p>
        <p>
          Les fichiers sont chiffrés et gardés à part de tous les autres. À l'envoi, un contrôle automatique vérifie
          leur format et retire les informations cachées des photos, comme le lieu de prise de vue.
        </p>
      </>
    ),
  },
  {
    id: 'visibilite',
    title: 'Qui voit quoi',
    content: (
      <div className="table-scroll">
        <table className="plain-table">
          <caption className="visually-hidden">Qui voit quelles données</caption>
          <thead>
            <tr>
              <th scope="col">Données</th>
              <th scope="col">Vues par</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Colis et trajets validés</th>
              <td>
                tout le monde. Les visiteurs et les moteurs de recherche y voient l'annonce (titre, trajet, jour, poids,
                taille, prix), votre prénom, la vérification de votre identité et vos notes, mais ni votre nom de
                famille ni votre téléphone ; nous demandons aux moteurs de ne pas citer votre prénom
              </td>
            </tr>
            <tr>
              <th scope="row">Profil public (nom, photo, avis, activité)</th>
              <td>les membres connectés, sauf ceux que vous avez bloqués</td>
            </tr>
            <tr>
              <th scope="row">Membres que vous bloquez</th>
              <td>vous seul ; nous ne les en prévenons pas</td>
            </tr>
            <tr>
              <th scope="row">Téléphone</th>
              <td>personne, sauf si vous choisissez de l'afficher ou si une livraison en cours vous lie</td>
            </tr>
            <tr>
              <th scope="row">Prix convenu et trajet choisi</th>
              <td>l'expéditeur et le voyageur ; les administrateurs</td>
            </tr>
            <tr>
              <th scope="row">Messages</th>
              <td>
                les deux membres de la conversation ; les administrateurs, pour un message qui leur est signalé ou
                pendant un problème de livraison, à partir des dix messages d'avant le signalement, chaque consultation
                étant inscrite dans un journal
              </td>
            </tr>
            <tr>
              <th scope="row">Signalements</th>
              <td>
                les administrateurs ; la personne visée n'apprend ni qui l'a signalée, ni ce qui lui est reproché avant
                une décision qui la concerne ; un problème de livraison est lu des deux membres, avec le nom de son
                auteur
              </td>
            </tr>
            <tr>
              <th scope="row">Photos du colis</th>
              <td>
                l'expéditeur et le voyageur ; en cas de problème les administrateurs, chaque consultation étant inscrite
                dans un journal
              </td>
            </tr>
            <tr>
              <th scope="row">Étapes d'une livraison, villes indiquées par le voyageur</th>
              <td>
                l'expéditeur et le voyageur ; toute personne qui a le lien de suivi, que l'expéditeur seul peut envoyer
                : elle y voit aussi les villes de départ et d'arrivée et les deux prénoms, jusqu'à 30 jours après la
                fin, mais ni le contenu, ni le prix, ni un nom de famille ou un téléphone ; en cas de problème les
                administrateurs, chaque consultation étant inscrite dans un journal
              </td>
            </tr>
            <tr>
              <th scope="row">Justificatifs de paiement</th>
              <td>
                vous et les administrateurs, chaque consultation par un administrateur étant inscrite dans un journal
              </td>
            </tr>
            <tr>
              <th scope="row">Adresse email</th>
              <td>vous et les administrateurs</td>
            </tr>
            <tr>
              <th scope="row">Pièce d'identité, photo de visage</th>
              <td>
                les administrateurs, chaque consultation étant inscrite dans un journal ; vous, dans la copie de vos
                données
              </td>
            </tr>
          </tbody>
        </table>
      </div>
    ),
  },
  {
    id: 'durees',
    title: 'Combien de temps',
    content: (
      <>
        <p>
          Tout ceci s'efface de lui-même. Si quelque chose vous semble gardé trop longtemps,{' '}
          <Link to={paths.contact}>écrivez-nous</Link>.
        </p>
        <Durations caption="Données effacées automatiquement" rows={deletedByItself} />
        <p>Après l'effacement de vos documents, il reste la date de vérification de votre profil.</p>
      </>
    ),
  },
  {
    id: 'hebergement',
    title: 'Où, et par qui',
    content: (
      <p>
        Vos données sont stockées dans l'Union européenne par Amazon Web Services, notre hébergeur et seul
        sous-traitant, et chiffrées en transit comme au repos. Les administrateurs peuvent y accéder depuis la France ou
        l'Algérie pour vérifier les profils et les publications : depuis l'Algérie, c'est un transfert hors de l'Union
        européenne{operator.algeriaSafeguard && `, encadré par : ${operator.algeriaSafeguard}`}. Les services de
        notification des navigateurs ne reçoivent que ce signal et l'adresse technique de l'appareil ; vous les
        choisissez avec lui.
      </p>
    ),
  },
  {
    id: 'appareil',
    title: 'Sur votre appareil',
    content: (
      <p>
        Le site garde sur votre appareil votre session (30 jours si vous le demandez, sinon 12 heures au plus) et vos
        saisies en cours. Pour vous servir sans connexion, il y garde aussi ce que vous avez lu en dernier (vos listes,
        20 conversations de 50 messages, sans photo ni document) et ce qui attend d'être envoyé. Votre déconnexion ou un
        autre compte sur cet appareil effacent tout cela ; un blocage ou la suppression du compte, ces copies et ce qui
        attend. La page <Link to={paths.cookies}>Cookies</Link> dit ce que cet appareil garde et permet d'effacer
        brouillons et copies.
      </p>
    ),
  },
  {
    id: 'droits',
    title: 'Vos droits',
    content: (
      <>
        <p>
          Vous pouvez recevoir vous-même une copie de vos données, lisible par tout logiciel : dans votre profil, onglet
          Paramètres, « Demander mes données ». Un email vous donne un lien valable une heure. Si votre compte est
          bloqué, écrivez-nous. Vous supprimez votre compte vous-même, dans les paramètres de votre profil, et pouvez
          changer d'avis pendant {deletionDelayDays} jours. Ensuite ne restent que vos justificatifs de paiement et les
          lignes du journal d'administration, sans votre nom, les messages que d'autres membres gardent, et la date de
          fin du compte.
        </p>
        <p>
          Vous pouvez demander l'accès à vos données, leur rectification, leur effacement, leur portabilité, la
          limitation de leur traitement, vous y opposer, retirer votre consentement, ou donner des directives sur leur
          sort après votre décès, par le <Link to={paths.contact}>formulaire de contact</Link> ou à l'adresse ci-dessus.
          Nous répondons dans le mois ; ce qui est encore dans une sauvegarde disparaît avec elle.
        </p>
        <p>
          Vous pouvez aussi saisir la <a href="https://www.cnil.fr/fr/plaintes">CNIL</a> en France, ou l'Autorité
          nationale de protection des données à caractère personnel (<a href="https://anpdp.dz">ANPDP</a>) en Algérie,
          où la loi 18-07 vous protège.
        </p>
      </>
    ),
  },
];

export function PrivacyPage() {
  return (
    <Chapters
      title="Politique de confidentialité"
      dated
      lead={<p>Le moins de données possible, vues par le moins de monde possible, le moins longtemps possible.</p>}
      chapters={chapters}
    />
  );
}

function Durations({ caption, rows }: { caption: string; rows: readonly (readonly [string, string])[] }) {
  return (
    <div className="table-scroll">
      <table className="plain-table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Données</th>
            <th scope="col">Conservées</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([what, howLong]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{howLong}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
