// Serves AdminJS, the peer product that RIC is measured against, signed in, over the tables as its users have them (tee
// times with separate customers and courses), and over the list table that RIC's triggers maintain. The benchmark copies
// this file into AdminJS's own installation.
import AdminJSExpress from '@adminjs/express';
import Adapter, { Database, Resource } from '@adminjs/sql';
import AdminJS from 'adminjs';
import express from 'express';

AdminJS.registerAdapter({ Database, Resource });
const connectionString = process.env.DATABASE_URL;
const database = new URL(connectionString).pathname.slice(1);
const db = await new Adapter('postgresql', { connectionString, database }).init();
const REFERRED_TO = [
  'rates',
  'discounts',
  'gift_certificates',
  'staff_users',
  'lost_leads',
  'availability_queues',
  'api_users',
];
const newestFirst = { sort: { sortBy: 'created_at', direction: 'desc' } };
const admin = new AdminJS({
  rootPath: '/admin',
  resources: [
    { resource: db.table('tee_time_list'), options: newestFirst },
    // AdminJS's list of tee times shows the names of these customers and courses, looked up through their references.
    { resource: db.table('tee_times'), options: newestFirst },
    { resource: db.table('customers'), options: { properties: { last_name: { isTitle: true } } } },
    { resource: db.table('courses'), options: { properties: { course_name: { isTitle: true } } } },
    ...REFERRED_TO.map((table) => db.table(table)),
  ],
});
const authenticate = async (email, password) => (password === 'bench' ? { email } : null);
const app = express();
const session = { secret: 'only for the bench, 32 characters', resave: false, saveUninitialized: false };
const auth = { authenticate, cookieName: 'adminjs', cookiePassword: session.secret };
app.use(admin.options.rootPath, AdminJSExpress.buildAuthenticatedRouter(admin, auth, null, session));
app.listen(Number(process.env.PORT), process.env.HOST);
process.on('SIGTERM', () => process.exit(0));
