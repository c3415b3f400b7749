import '#functions/parcels/repository.ts';
