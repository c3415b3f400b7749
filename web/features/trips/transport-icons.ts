import { Bus, Car, type LucideIcon, Plane, Ship, TrainFront, Truck } from 'lucide-react';
import type { Transport } from '#shared/trips/fields.ts';

export const transportIcons: Readonly<Record<Transport, LucideIcon>> = {
  car: Car,
  plane: Plane,
  train: TrainFront,
  bus: Bus,
  truck: Truck,
  boat: Ship,
};
