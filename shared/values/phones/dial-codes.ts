/** Countries offered by the field for a phone number, by their code; any other code can be typed. */
export const dialCodes = [
  ['+33', 'France'],
  ['+213', 'Algérie'],
  ['+212', 'Maroc'],
  ['+216', 'Tunisie'],
  ['+32', 'Belgique'],
  ['+41', 'Suisse'],
  ['+352', 'Luxembourg'],
  ['+34', 'Espagne'],
  ['+39', 'Italie'],
  ['+49', 'Allemagne'],
  ['+44', 'Royaume-Uni'],
  ['+351', 'Portugal'],
  ['+31', 'Pays-Bas'],
  ['+90', 'Turquie'],
  ['+971', 'Émirats arabes unis'],
  ['+1', 'Canada, États-Unis'],
] as const;
