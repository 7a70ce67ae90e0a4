// Go's part of the comparison, as a separate program: as a library, its runtime would keep threads in the process whose
// idle time is measured.
//
//	vigil_bench_go tasks|quicksort WORKERS     prints ns per task or element: the median and the least of some batches
//	vigil_bench_go version                     prints the version of Go that compiled it
package main

import (
	"fmt"
	"math/rand"
	"os"
	"runtime"
	"sort"
	"strconv"
	"sync"
	"time"
)

const sortedByInsertion = 32

func sortByInsertion(values []int32) {
	for end := 1; end < len(values); end++ {
		value := values[end]
		hole := end
		for ; hole != 0 && value < values[hole-1]; hole-- {
			values[hole] = values[hole-1]
		}
		values[hole] = value
	}
}

func smaller(a, b int32) int32 {
	if a < b {
		return a
	}
	return b
}

func larger(a, b int32) int32 {
	if a < b {
		return b
	}
	return a
}

// As comparison/quicksort.hpp.
func partition(values []int32) int {
	first, middle, last := values[0], values[(len(values)-1)/2], values[len(values)-1]
	pivot := larger(smaller(first, middle), smaller(larger(first, middle), last))
	left, right := 0, len(values)-1
	for {
		for values[left] < pivot {
			left++
		}
		for pivot < values[right] {
			right--
		}
		if left >= right {
			return right + 1
		}
		values[left], values[right] = values[right], values[left]
		left++
		right--
	}
}

func quicksort(values []int32, group *sync.WaitGroup) {
	for len(values) > sortedByInsertion {
		middle := partition(values)
		left, right := values[:middle], values[middle:]
		if len(left) > sortedByInsertion && len(right) > sortedByInsertion {
			group.Add(1)
			go func() {
				quicksort(right, group)
				group.Done()
			}()
			values = left
			continue
		}
		if len(left) < len(right) {
			sortByInsertion(left)
			values = right
		} else {
			sortByInsertion(right)
			values = left
		}
	}
	sortByInsertion(values)
}

func fail(why string) {
	fmt.Fprintln(os.Stderr, "vigil_bench_go: "+why)
	os.Exit(1)
}

func timeQuicksort() float64 {
	const elements = 10_000_000
	random := rand.New(rand.NewSource(1))
	values := make([]int32, elements)
	for i := range values {
		values[i] = random.Int31()
	}
	begin := time.Now()
	var group sync.WaitGroup
	quicksort(values, &group)
	group.Wait()
	taken := time.Since(begin)
	for i := 1; i < len(values); i++ {
		if values[i] < values[i-1] {
			fail("a wrong result")
		}
	}
	return float64(taken.Nanoseconds()) / elements
}

type task struct {
	around [3]uint64
	runs   uint64
}

func timeTasks() float64 {
	const count = 1_000_000
	tasks := make([]task, count)
	begin := time.Now()
	var group sync.WaitGroup
	group.Add(count)
	for i := range tasks {
		go func(each *task) {
			each.runs++
			group.Done()
		}(&tasks[i])
	}
	group.Wait()
	taken := time.Since(begin)
	for i := range tasks {
		if tasks[i].runs != 1 {
			fail("a task was not run once")
		}
	}
	return float64(taken.Nanoseconds()) / count
}

func main() {
	if len(os.Args) == 2 && os.Args[1] == "version" {
		fmt.Println(runtime.Version())
		return
	}
	if len(os.Args) != 3 {
		fail("usage: vigil_bench_go tasks|quicksort WORKERS, or version")
	}
	workers, err := strconv.Atoi(os.Args[2])
	if err != nil || workers < 1 {
		fail("no number of workers: " + os.Args[2])
	}
	runtime.GOMAXPROCS(workers)
	measure := timeQuicksort
	if os.Args[1] == "tasks" {
		measure = timeTasks
	}
	var all []float64
	for i := 0; i < 3; i++ {
		all = append(all, measure())
	}
	sort.Float64s(all)
	fmt.Println(all[(len(all)-1)/2], all[0])
}
