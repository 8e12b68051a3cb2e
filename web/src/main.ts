import './themes.css';
import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { loadRules } from './core/rules';
import { keepOffline } from './core/update';
import { dress } from './stores/settings.svelte';

// Rules and words come at the same time; what is shown first is already in the right colours and language.
loadRules().catch(() => {}); // The page itself will say so.
await dress();
mount(App, { target: document.getElementById('app')! });
keepOffline();
