import '@aws-sdk/client-dynamodb';
