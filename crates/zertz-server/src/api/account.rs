//! Accounts: registration, passwords, sessions and deletion.

use super::{
    Api, ApiError,
    auth::{Browser, MaybePlayer, Network, Participant, SignedIn, place_of},
    extract::{Body, Param, Reply},
};
use crate::{
    name,
    play::{now, refusal},
    store::StoreError,
};
use axum::{extract::State, http::StatusCode};
use axum_extra::extract::CookieJar;
use std::net::IpAddr;
use zertz_protocol::{
    Code, LIMITS, Me, PlayerId, PlayerKind, RestrictionKind, Session,
    endpoint::{ChangeAccount, DeleteAccount, DeleteSession, GetMe, ListSessions, Register, SignIn, SignOut},
};

pub(super) fn check_name(name: &str) -> Result<(), Code> {
    if name::is_allowed(name) { Ok(()) } else { Err(Code::BadName) }
}

fn check_password(password: &str) -> Result<(), Code> {
    let valid = LIMITS.password_length.contains(password.chars().count() as u32);
    if valid { Ok(()) } else { Err(Code::BadPassword) }
}

/// The email address without spaces around it; `None` if it is empty.
fn check_email(email: Option<String>) -> Result<Option<String>, Code> {
    let email = email.map(|email| email.trim().to_owned()).filter(|email| !email.is_empty());
    let valid = |email: &String| {
        email.len() <= 254 && email.split_once('@').is_some_and(|(a, b)| !a.is_empty() && b.contains('.'))
    };
    match email {
        Some(email) if !valid(&email) => Err(Code::BadEmail),
        email => Ok(email),
    }
}

pub(super) async fn me(State(api): State<Api>, caller: MaybePlayer) -> Result<Reply<GetMe>, ApiError> {
    let maintenance = api.hub.maintenance().borrow().clone();
    let Some(player) = caller.player().cloned() else {
        let may_chat = api.config.guests_may_chat;
        return Ok(Reply(Me {
            player: None,
            ratings: Vec::new(),
            email: None,
            may_chat,
            moderator: false,
            restrictions: Vec::new(),
            warnings: Vec::new(),
            maintenance,
        }));
    };
    let store = &api.hub.store;
    let restrictions = store.restrictions(&player.id, now()).await?;
    let may_chat = player.kind != PlayerKind::Guest || api.config.guests_may_chat;
    Ok(Reply(Me {
        ratings: store.ratings(&player.id).await?,
        email: api.email(&player.id).await?,
        may_chat: may_chat && restrictions.is_empty(),
        moderator: store.is_moderator(&player.id).await?,
        restrictions,
        warnings: store.warnings(&player.id).await?,
        player: Some(player),
        maintenance,
    }))
}

pub(super) async fn register(
    State(api): State<Api>,
    participant: Participant,
    Body(new): Body<Register>,
) -> Result<(CookieJar, Reply<Register>), ApiError> {
    api.limits.passwords.check(participant.network, None)?;
    api.check_address(participant.network).await?;
    check_name(&new.name)?;
    check_password(&new.password)?;
    let email = check_email(new.email)?;
    if participant.kind() != PlayerKind::Guest {
        return Err(Code::SignedIn.into());
    }
    let store = &api.hub.store;
    if store.is_taken(&new.name, now()).await? {
        return Err(StoreError::NameTaken.into());
    }
    api.limits.accounts.check(participant.network, None)?;
    let hash = api.passwords.hash(new.password).await?;
    let browser = participant.browser().clone();
    let (guest, _) = api.ensure_player(participant).await?;
    store.register(&guest.id, &new.name, &hash, email.as_deref()).await?;
    // Whoever knew the secret of the guest does not know that of the account.
    store.revoke_others(&guest.id, None).await?;
    let cookies = api.new_session(&guest.id, &browser).await?;
    let account = store.account(&guest.id).await?.ok_or(Code::Internal)?;
    Ok((cookies, Reply(account.player)))
}

pub(super) async fn sign_in(
    State(api): State<Api>,
    Network(network): Network,
    caller: MaybePlayer,
    browser: Browser,
    Body(given): Body<SignIn>,
) -> Result<(CookieJar, Reply<SignIn>), ApiError> {
    api.limits.passwords.check(network, None)?;
    api.check_address(network).await?;
    let store = &api.hub.store;
    let account = store.player_named(&given.name).await?;
    if let Some(account) = &account {
        api.check_guesses(&account.player.id, network).await?;
    }
    let hash = account.as_ref().and_then(|account| account.password.clone());
    let matches = api.passwords.check(given.password, hash).await?;
    let Some(account) = account.filter(|_| matches) else {
        // One message for both cases, to keep secret which names exist.
        return Err(Code::WrongPassword.into());
    };
    let restrictions = store.restrictions(&account.player.id, now()).await?;
    if let Some(closed) = restrictions.iter().find(|one| one.kind == RestrictionKind::Close) {
        return Err(refusal(closed).into());
    }
    if let Some((session, player)) = &caller.0 {
        store.revoke(&player.id, &session.id).await?;
    }
    let cookies = api.new_session(&account.player.id, &browser).await?;
    Ok((cookies, Reply(account.player)))
}

pub(super) async fn sign_out(
    State(api): State<Api>,
    caller: MaybePlayer,
    browser: Browser,
) -> Result<(CookieJar, Reply<SignOut>), ApiError> {
    if let Some((session, player)) = &caller.0 {
        api.hub.store.revoke(&player.id, &session.id).await?;
    }
    Ok((api.no_session(&browser), Reply(())))
}

pub(super) async fn change(
    State(api): State<Api>,
    Network(network): Network,
    caller: SignedIn,
    browser: Browser,
    Body(change): Body<ChangeAccount>,
) -> Result<(CookieJar, Reply<ChangeAccount>), ApiError> {
    api.limits.passwords.check(network, None)?;
    let (store, id) = (&api.hub.store, &caller.player.id);
    let email = match change.email {
        None => api.email(id).await?,
        Some(email) => check_email(Some(email))?,
    };
    let old_hash = api.confirm_password(&caller, network, change.password).await?;
    Ok(match change.new_password {
        None => {
            store.change_account(id, &old_hash, email.as_deref()).await?;
            (CookieJar::new(), Reply(()))
        }
        Some(new) => {
            check_password(&new)?;
            let hash = api.passwords.hash(new).await?;
            store.change_account(id, &hash, email.as_deref()).await?;
            store.revoke_others(id, None).await?;
            (api.new_session(id, &browser).await?, Reply(()))
        }
    })
}

pub(super) async fn delete(
    State(api): State<Api>,
    Network(network): Network,
    caller: SignedIn,
    browser: Browser,
    Body(given): Body<DeleteAccount>,
) -> Result<(CookieJar, Reply<DeleteAccount>), ApiError> {
    api.limits.passwords.check(network, None)?;
    api.confirm_password(&caller, network, given.password).await?;
    api.hub.delete_player(&caller.player.id).await?;
    Ok((api.no_session(&browser), Reply(())))
}

pub(super) async fn sessions(State(api): State<Api>, caller: SignedIn) -> Result<Reply<ListSessions>, ApiError> {
    Ok(Reply(api.sessions(&caller).await?))
}

pub(super) async fn delete_session(
    State(api): State<Api>,
    caller: SignedIn,
    Param(id): Param<DeleteSession>,
) -> Result<Reply<DeleteSession>, ApiError> {
    if api.hub.store.revoke(&caller.player.id, &id).await? { Ok(Reply(())) } else { Err(Code::NoSession.into()) }
}

impl Api {
    /// Refuses to try many passwords for one account. From where the account was used before, this does not lock its owner out.
    async fn check_guesses(&self, account: &PlayerId, network: IpAddr) -> Result<(), ApiError> {
        if self.hub.store.places(account).await?.contains(&place_of(network)) {
            return Ok(());
        }
        self.limits.guesses.check_player(account, 1)
    }

    /// Checks the password of the caller. Returns its hash.
    async fn confirm_password(&self, caller: &SignedIn, network: IpAddr, password: String) -> Result<String, ApiError> {
        self.check_guesses(&caller.player.id, network).await?;
        let account = self.hub.store.account(&caller.player.id).await?;
        let hash = account.and_then(|account| account.password);
        let matches = self.passwords.check(password, hash.clone()).await?;
        let wrong =
            || ApiError::new(Code::WrongPassword, "this is not your password").with_status(StatusCode::FORBIDDEN);
        hash.filter(|_| matches).ok_or_else(wrong)
    }

    pub(super) async fn email(&self, player: &PlayerId) -> Result<Option<String>, ApiError> {
        Ok(self.hub.store.account(player).await?.and_then(|account| account.email))
    }

    pub(super) async fn sessions(&self, caller: &SignedIn) -> Result<Vec<Session>, ApiError> {
        let mut sessions = self.hub.store.sessions(&caller.player.id).await?;
        sessions.iter_mut().for_each(|session| session.current = session.id == caller.session.id);
        Ok(sessions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_passwords_and_addresses_are_refused() {
        assert!(check_password("1234567").is_err() && check_password("12345678").is_ok());
        assert_eq!(check_email(Some(" a@b.example ".to_owned())).unwrap().as_deref(), Some("a@b.example"));
        assert_eq!(check_email(Some(" ".to_owned())).unwrap(), None);
        assert!(check_email(Some("nobody".to_owned())).is_err());
    }
}
