/**
 * Explains the short texts of the forms (forbidden goods: `shared/parcels/words.ts`; the law has priority over both).
 */
export const forbiddenDetails: readonly string[] = [
  "les armes, munitions, explosifs, feux d'artifice et leurs imitations ;",
  'les stupéfiants, et les médicaments sans ordonnance : en Algérie, leur entrée peut demander un accord préalable ;',
  "l'argent liquide (euros comme dinars), les bijoux de valeur, les métaux précieux et les documents d'identité ;",
  'les contrefaçons, les objets volés et les marchandises destinées à la revente ;',
  'les produits inflammables, corrosifs, toxiques ou sous pression, les batteries seules et les aérosols ;',
  "les denrées périssables, les plantes, les semences, les animaux et les produits d'origine animale ;",
  'tout colis fermé dont le voyageur ne peut pas voir le contenu.',
];

export const toAlgeria: readonly string[] = [
  "La franchise du voyageur couvre ses effets et ses cadeaux personnels. Des vêtements, cosmétiques, aliments ou téléphones en quantité qui dépasse le besoin d'une famille peuvent être taxés ou retenus.",
  'Les armes, les contrefaçons et les pièces détachées usagées en nombre sont refusées.',
  "L'entrée et la sortie de dinars sont réglementées, comme la déclaration des devises : n'en mettez jamais dans un colis.",
  "Les médicaments voyagent avec l'ordonnance, en quantité du traitement, et peuvent demander un accord préalable.",
];

export const toFrance: readonly string[] = [
  "À l'arrivée d'un pays hors de l'Union européenne, les cadeaux et achats sans caractère commercial sont admis en franchise jusqu'à 430 € par voyageur adulte en avion ou en bateau, 300 € par les autres voies.",
  'La viande, le lait et leurs produits sont interdits dans les bagages ; les fruits, légumes et plantes sont soumis à contrôle.',
  'Le tabac et les alcools ont des plafonds propres, et les contrefaçons sont saisies.',
  "Les sommes de 10 000 € et plus se déclarent ; l'argent n'a de toute façon pas sa place dans un colis.",
];
