export const checkedOn = '2026-11-27';

export const toAlgeria: readonly string[] = [
  "La franchise du voyageur couvre ses effets et ses cadeaux personnels. Des vêtements, cosmétiques, aliments ou téléphones en quantité qui dépasse le besoin d'une famille peuvent être taxés ou retenus.",
  'Les armes, les contrefaçons et les pièces détachées usagées en nombre sont refusées.',
  "L'entrée et la sortie de dinars sont réglementées, comme la déclaration des devises : n'en mettez jamais dans un colis.",
  "Les médicaments ne passent qu'avec une autorisation du ministère algérien de la Santé : nos conditions les refusent.",
];

export const toFrance: readonly string[] = [
  "À l'arrivée d'un pays hors de l'Union européenne, les cadeaux et achats sans caractère commercial sont admis en franchise jusqu'à 430 € par voyageur en avion ou en bateau, 300 € par les autres voies, 150 € avant 15 ans.",
  'Cette franchise vaut pour les affaires et les cadeaux du voyageur. Un colis porté pour un autre, contre un prix, peut ne pas y avoir droit : en cas de doute, déclarez.',
  "À la sortie d'Algérie, des produits subventionnés (semoule, pâtes, farine, sucre, huile de table) peuvent être saisis, et les médicaments demandent une autorisation.",
  'La viande, le lait et leurs produits sont interdits dans les bagages ; les fruits, légumes et plantes sont soumis à contrôle.',
  'Le tabac et les alcools ont des plafonds propres, et les contrefaçons sont saisies.',
  "Les sommes de 10 000 € et plus se déclarent ; l'argent n'a de toute façon pas sa place dans un colis.",
];
