import { brand } from '#shared/values/brand.ts';
import { of } from '#shared/values/french.ts';
import { algiersMoment } from '#shared/values/time.ts';

export const readMe = (at: string): string => `VOS DONNÉES SUR ${brand.name.toUpperCase()}
Archive préparée le ${algiersMoment(at)}.

Les fichiers .json s'ouvrent avec n'importe quel éditeur de texte et se lisent par tout logiciel. Les heures y sont en temps universel, les poids en grammes, les prix en centimes.

profil.json        votre compte : nom, adresse email, téléphone, vérification, abonnement
reglages.json      vos réglages, les membres que vous avez bloqués, et vos demandes d'archive
colis.json         vos colis, avec le prix, le poids et le trajet convenus, leur historique, leurs positions et leurs preuves
livraisons.json    les colis que vous transportez ou avez proposé de transporter, avec ce dont vous êtes convenus
trajets.json       vos trajets
messages.json      vos conversations, telles que vous les lisez
avis.json          les avis que vous avez reçus et écrits
amis.json          vos amis
paiements.json     vos justificatifs de paiement
statistiques.json  vos compteurs, par jour et par mois
signalements.json  vos signalements et nos réponses
decisions.json     ce que les administrateurs ont décidé ou consulté à votre sujet ; les motifs sont dans profil.json, colis.json, trajets.json et paiements.json
identite/          votre pièce d'identité et la photo de votre visage, tant qu'elles sont conservées
colis/             les fichiers de vos colis et les photos que vous avez prises
paiements/         les fichiers de vos justificatifs
photo-de-profil    votre photo, si vous en avez une

Si l'archive est grande, elle est en plusieurs parties : celle-ci est la première, les suivantes ne contiennent que des fichiers.

CE QUI N'Y EST PAS
- Des autres membres, vous n'avez que le prénom et l'identifiant : le reste leur appartient. Les photos qu'ils ont prises restent visibles sur la page de suivi.
- Les membres qui vous ont peut-être bloqué : c'est leur choix, et nous ne l'indiquons à personne.
- Votre mot de passe : nous ne le connaissons pas.
- Les signalements d'autres membres à votre sujet : qui signale reste confidentiel. Nos décisions sont dans decisions.json.
- Le nom des administrateurs, et ce qui sert à reconnaître les fraudes.
- Ce qui ne sert qu'au fonctionnement du site et s'efface de lui-même : fichiers envoyés mais jamais utilisés, emails préparés, liens et sessions, numéros internes, index de recherche.
- Ce qui a déjà été effacé. La politique de confidentialité ${of(brand.name)} dit combien de temps chaque donnée est conservée.
`;
