import { Bus, Car, type LucideIcon, Plane, Route, Ship, TrainFront, Truck } from 'lucide-react';
import type { Transport } from '#shared/trips/fields.ts';

const icons: Readonly<Record<Transport, LucideIcon>> = {
  car: Car,
  plane: Plane,
  train: TrainFront,
  bus: Bus,
  truck: Truck,
  boat: Ship,
};

interface TransportIconProps {
  transport: Transport | undefined;
  size: number;
}

export function TransportIcon({ transport, size }: TransportIconProps) {
  const Icon = transport ? icons[transport] : Route;
  return <Icon size={size} aria-hidden="true" />;
}
