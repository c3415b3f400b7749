import '#shared/parcels/words.ts';
