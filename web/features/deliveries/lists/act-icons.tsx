import {
  Ban,
  Check,
  CreditCard,
  KeyRound,
  type LucideIcon,
  MapPin,
  MessageCircleReply,
  PackageCheck,
  Pause,
  Pencil,
  Plane,
  Play,
  ShieldCheck,
  Star,
  Tag,
  TriangleAlert,
  Undo2,
  X,
} from 'lucide-react';
import type { ActName } from '#shared/situation/contract.ts';
import type { MenuAction } from '#web/features/listings/actions-menu.tsx';

const icons: Readonly<Partial<Record<string, LucideIcon>>> = {
  answer: MessageCircleReply,
  takeOffer: Check,
  acceptDelivery: Check,
  chooseCarrier: Check,
  makeOffer: Tag,
  declineOffer: X,
  withdrawOffer: Undo2,
  releaseCarrier: Undo2,
  returnParcel: Undo2,
  setCode: KeyRound,
  declare: PackageCheck,
  confirmReceipt: PackageCheck,
  confirmReturn: PackageCheck,
  reportProblem: TriangleAlert,
  settleProblem: Check,
  recordPosition: MapPin,
  invite: Plane,
  editParcel: Pencil,
  pauseParcel: Pause,
  resumeParcel: Play,
  cancelParcel: Ban,
  unblock: Check,
  verify: ShieldCheck,
  subscribe: CreditCard,
  rate: Star,
} satisfies Partial<Record<ActName, LucideIcon>>;

export const withIcons = (menu: readonly MenuAction[]): MenuAction[] =>
  menu.map((action) => {
    const Icon = icons[action.key];
    return { ...action, ...(Icon && { icon: <Icon size={20} aria-hidden="true" /> }) };
  });
