import { Link } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { LegalContact } from '#web/features/site/legal-contact.tsx';

/** Moderation and its remedies, with the contact point for authorities (rules 175 to 179). */
export const Moderation = () => (
  <>
    <h3>Ce que nous contrôlons</h3>
    <p>
      Un administrateur lit chaque colis et chaque trajet avant qu'il apparaisse dans la recherche, et chaque pièce
      d'identité avant qu'un profil soit vérifié. Nous ne lisons pas les messages et les avis d'avance : nous les
      regardons quand on nous les signale. Aucune machine ne décide de ce qui est permis ; la nuit, le service refuse
      seulement les annonces dont la date est passée.
    </p>
    <h3 id="signaler">Signaler</h3>
    <p>
      Tout le monde peut signaler une annonce, un membre, un avis ou un message. Dites de bonne foi ce qui ne va pas, et
      où. Nous gardons ce qui est écrit à ce moment-là et nous vous donnons une référence. Une personne décide, en
      général sous 48 heures, et vous répond par email avec le motif. Un signalement ne change rien de lui-même, et
      celui qu'il vise ne sait pas de qui il vient.
    </p>
    <p>
      <strong>Si une personne est en danger immédiat, appelez d'abord le 17 ou le 112.</strong> Quand nous apprenons
      qu'une vie est menacée, nous prévenons la police.
    </p>
    <h3>Nos décisions</h3>
    <p>
      Quand ces conditions ou la loi ne sont pas respectées, nous pouvons refuser ou retirer une annonce, supprimer un
      avis, avertir un membre, bloquer ou supprimer son compte. Une personne prend chaque décision. Le membre en reçoit
      le motif et la portée par email.
    </p>
    <h3 id="contester">Contester</h3>
    <p>
      L'email d'une décision contient un lien « Contester cette décision » : gratuit, sans connexion, pendant six mois.
      Un autre administrateur que celui qui a décidé, ou l'administrateur principal, relit tout et vous répond. Vous
      pouvez aussi saisir la justice à tout moment. Sans cet email, <Link to={paths.contact}>écrivez-nous</Link>.
    </p>
    <h3>Point de contact</h3>
    <p>
      Pour les membres, les visiteurs et les autorités (celles des États membres, la Commission européenne et le Comité
      européen des services numériques), en français ou en anglais :
    </p>
    <LegalContact />
  </>
);
