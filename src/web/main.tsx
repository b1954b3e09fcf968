import './schemas.ts';
import './app.tsx';
