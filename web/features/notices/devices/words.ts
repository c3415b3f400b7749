import { brand } from '#shared/values/brand.ts';
import type { DeviceState } from '#web/features/notices/devices/own-device.ts';

export const deviceTexts: Readonly<Record<DeviceState, string>> = {
  off: 'Soyez prévenu sur cet appareil, même quand le site est fermé.',
  on: 'Cet appareil est prévenu, même quand le site est fermé.',
  refused:
    'Les notifications sont bloquées pour ce site. Autorisez-les dans les réglages de votre navigateur, puis revenez ici.',
  install: `Pour être prévenu sur cet appareil, ajoutez d'abord ${brand.name} à l'écran d'accueil : « Partager », puis « Sur l'écran d'accueil ».`,
  short: 'Pour être prévenu sur cet appareil, reconnectez-vous en cochant « Se souvenir de moi ».',
  unsupported: 'Ce navigateur ne permet pas les notifications.',
};
