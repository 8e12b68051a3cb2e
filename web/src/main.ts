import './themes.css';
import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { loadRules } from './core/rules';
import { installServiceWorker } from './core/update';
import { applySettings } from './stores/settings.svelte';

// Rules and texts are loaded at the same time. The first thing shown already has the right colours and language.
loadRules().catch(() => {}); // The page reports the error.
await applySettings();
mount(App, { target: document.getElementById('app')! });
installServiceWorker();
