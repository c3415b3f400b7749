import { Link } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { Mediation } from '#web/features/site/legal-contact.tsx';
import { operator } from '#web/features/site/operator.ts';
import { Facts } from '#web/ui/facts.tsx';

/** `/legal-notice` (rule 215). */
export function LegalNoticePage() {
  const { name, form, address, email, phone, registration, vat, publicationDirector, hostPhone } = operator;
  return (
    <article className="container page prose">
      <h1 tabIndex={-1}>Mentions légales</h1>
      <h2>Éditeur du site</h2>
      <Facts
        facts={{
          Nom: name,
          'Forme juridique': form,
          Adresse: address,
          Email: <a href={`mailto:${email}`}>{email}</a>,
          'Par écrit': <Link to={paths.contact}>Écrire par le formulaire de contact</Link>,
          Téléphone: phone && <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</a>,
          Immatriculation: registration,
          'Numéro de TVA': vat,
          'Directeur de la publication': publicationDirector,
        }}
      />
      <h2>Hébergeur</h2>
      <Facts
        facts={{
          Nom: 'Amazon Web Services EMEA SARL',
          Adresse: '38 avenue John F. Kennedy, L-1855 Luxembourg',
          Téléphone: hostPhone && <a href={`tel:${hostPhone.replaceAll(/[^+\d]/g, '')}`}>{hostPhone}</a>,
        }}
      />
      <h2>Réclamations et médiation</h2>
      <Mediation />
    </article>
  );
}
