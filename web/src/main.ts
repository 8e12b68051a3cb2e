import { mount } from 'svelte';
import App from './App.svelte';
import { keepOffline } from './core/update';

mount(App, { target: document.getElementById('app')! });
keepOffline();
