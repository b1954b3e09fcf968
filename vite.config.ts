import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = `http://${process.env.HOST ?? '127.0.0.1'}:${process.env.PORT ?? '4000'}`;

export default defineConfig({
  root: 'src/web',
  plugins: [react()],
  server: {
    port: 5173,
    proxy: { '/api': server, '/golf_courses': server, '/images': server },
  },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    sourcemap: true,
    target: 'es2022',
  },
});
