import { paths } from '#shared/site/paths.ts';
/**
 * The texts for search engines and link previews of each listed page, by its path. They are not in the table of pages,
 * so that visitors do not download them.
 */
export const descriptions: Readonly<Record<string, string>> = {
  [paths.home]:
    "Envoyez un colis avec un voyageur vérifié, ou transportez-en un sur votre trajet : la livraison entre particuliers, notamment entre la France et l'Algérie.",
  [paths.login]: 'Connectez-vous pour publier un colis ou un trajet, répondre à vos messages et suivre vos livraisons.',
  [paths.register]:
    "Créez votre compte gratuitement : une pièce d'identité et une photo suffisent, votre profil est vérifié sous 24 à 48 heures.",
  [paths.findParcels]:
    'Parcourez les colis à transporter et les trajets proposés par des particuliers, par ville, pays et date.',
  [paths.sendParcel]:
    'Décrivez votre colis en deux minutes, publiez-le et choisissez un voyageur vérifié qui fait le trajet.',
  [paths.transportParcel]:
    "Publiez votre trajet, choisissez les colis que vous acceptez et convenez du prix avec l'expéditeur.",
  [paths.paymentMethods]:
    "L'abonnement annuel de 5000 DA : ce qu'il permet, sa durée de 12 mois, et les comptes sur lesquels le payer.",
  [paths.about]: "Pourquoi ce service existe, comment il est tenu honnête, et qui l'exploite.",
  [paths.howItWorks]:
    'Envoyer ou transporter un colis en quatre étapes, ce qui est interdit, la douane et la vérification des membres.',
  [paths.faq]:
    "Identité, colis interdits, douane entre la France et l'Algérie, prix, livraison : les réponses aux questions des membres.",
  [paths.contact]:
    "Écrivez à l'équipe : un compte, une vérification, un colis, une livraison. Vous recevez une référence de suivi.",
  [paths.terms]:
    'Les règles entre membres et exploitant : inscription, colis interdits, douane, rendez-vous, prix, responsabilité.',
  [paths.privacy]:
    "Quelles données sont traitées, qui voit vos documents d'identité, combien de temps elles sont conservées, et vos droits.",
  [paths.cookies]:
    'Ce que le site garde sur votre appareil, et seulement cela : votre session et vos saisies. Aucun traceur.',
};
