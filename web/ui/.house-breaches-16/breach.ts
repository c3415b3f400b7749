import 'react-router-dom';
