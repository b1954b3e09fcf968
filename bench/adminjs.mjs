// The peer: AdminJS over the very table that RIC's list reads, signed in. The bench copies this to where it is installed.
import AdminJSExpress from '@adminjs/express';
import Adapter, { Database, Resource } from '@adminjs/sql';
import AdminJS from 'adminjs';
import express from 'express';

AdminJS.registerAdapter({ Database, Resource });
const connectionString = process.env.DATABASE_URL;
const database = new URL(connectionString).pathname.slice(1);
const db = await new Adapter('postgresql', { connectionString, database }).init();
const admin = new AdminJS({
  rootPath: '/admin',
  resources: [
    { resource: db.table('tee_time_list'), options: { sort: { sortBy: 'created_at', direction: 'desc' } } },
  ],
});
const authenticate = async (email, password) => (password === 'bench' ? { email } : null);
const app = express();
const session = { secret: 'only for the bench, 32 characters', resave: false, saveUninitialized: false };
const auth = { authenticate, cookieName: 'adminjs', cookiePassword: session.secret };
app.use(admin.options.rootPath, AdminJSExpress.buildAuthenticatedRouter(admin, auth, null, session));
app.listen(Number(process.env.PORT), process.env.HOST);
process.on('SIGTERM', () => process.exit(0));
