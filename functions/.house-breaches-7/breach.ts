import 'aws-cdk-lib';
