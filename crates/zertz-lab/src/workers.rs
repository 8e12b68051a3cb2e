//! Threads that do numbered jobs, and the results in the order of the numbers.
//!
//! The order matters: a test that stops when it is decided must not depend on which games end first. Its results would differ from run to
//! run and favour players who win quickly.

use anyhow::Result;
use std::{
    collections::BTreeMap,
    ops::ControlFlow,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    thread,
};
use zertz_engine::Stop;

/// Does the jobs with numbers below `jobs` in several threads and passes their results to `take` in the order of the numbers.
///
/// Each thread creates a `worker` and gives it one job after another; a job that was stopped returns `None`. An error or a break of `take`
/// sets `stop`, which ends all threads.
pub fn in_order<W, T: Send>(
    jobs: u64,
    threads: usize,
    stop: &Stop,
    worker: impl Fn() -> Result<W> + Sync,
    job: impl Fn(&mut W, u64) -> Result<Option<T>> + Sync,
    take: impl FnMut(T) -> Result<ControlFlow<()>>,
) -> Result<()> {
    let next = AtomicU64::new(0);
    let work = |sender: &Sender<Result<(u64, T)>>| -> Result<()> {
        let mut worker = worker()?;
        while !stop.is_set() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= jobs {
                break;
            }
            let Some(result) = job(&mut worker, number)? else { break };
            // After an error, nobody receives the result.
            let _ = sender.send(Ok((number, result)));
        }
        Ok(())
    };
    let (sender, results) = channel();
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, jobs.max(1) as usize) {
            let (sender, work) = (sender.clone(), &work);
            scope.spawn(move || work(&sender).or_else(|error| sender.send(Err(error))));
        }
        drop(sender);
        let outcome = take_in_order(&results, take);
        if !matches!(outcome, Ok(ControlFlow::Continue(()))) {
            stop.set();
        }
        // Threads that were still working may have failed.
        outcome.and(results.into_iter().try_for_each(|result| result.map(drop)))
    })
}

fn take_in_order<T>(
    results: &Receiver<Result<(u64, T)>>,
    mut take: impl FnMut(T) -> Result<ControlFlow<()>>,
) -> Result<ControlFlow<()>> {
    let mut early = BTreeMap::new();
    let mut expected = 0;
    for result in results {
        let (number, result) = result?;
        early.insert(number, result);
        while let Some(result) = early.remove(&expected) {
            expected += 1;
            if take(result)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Locks a value that threads share. A thread that panicked while it held the lock ends the program anyway.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::bail;
    use std::time::Duration;

    fn slow_first(_: &mut (), number: u64) -> Result<Option<u64>> {
        thread::sleep(Duration::from_millis(if number == 0 { 30 } else { 1 }));
        Ok(Some(number))
    }

    fn up_to(most: usize, taken: &mut Vec<u64>) -> impl FnMut(u64) -> Result<ControlFlow<()>> {
        move |number| {
            taken.push(number);
            Ok(if taken.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        }
    }

    #[test]
    fn results_come_in_order_even_if_the_first_is_slow() {
        let (mut taken, stop) = (Vec::new(), Stop::new());
        in_order(20, 4, &stop, || Ok(()), slow_first, up_to(100, &mut taken)).unwrap();
        assert_eq!(taken, (0..20).collect::<Vec<_>>());
        assert!(!stop.is_set());
    }

    #[test]
    fn a_break_stops_all_threads() {
        let (mut taken, stop) = (Vec::new(), Stop::new());
        in_order(u64::MAX, 3, &stop, || Ok(()), slow_first, up_to(5, &mut taken)).unwrap();
        assert_eq!(taken.len(), 5);
        assert!(stop.is_set());
    }

    #[test]
    fn an_error_stops_all_threads_and_is_returned() {
        let (mut taken, stop) = (Vec::new(), Stop::new());
        let job = |_: &mut (), number| if number == 3 { bail!("job {number} failed") } else { Ok(Some(number)) };
        let error = in_order(u64::MAX, 2, &stop, || Ok(()), job, up_to(usize::MAX, &mut taken)).unwrap_err();
        assert_eq!(error.to_string(), "job 3 failed");
        assert!(stop.is_set());
    }
}
