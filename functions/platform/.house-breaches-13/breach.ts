import '../../parcels/lambda.ts';
